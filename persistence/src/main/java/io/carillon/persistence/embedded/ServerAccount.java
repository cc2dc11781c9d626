package io.carillon.persistence.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Under which account the server runs. PostgreSQL refuses root, so where we are root it needs another one.
 *
 * <p>Two ways: an unprivileged account of the system that owns the data ({@code setpriv}, {@code runuser} or {@code su},
 * whichever is there), or, where that account may not enter the folder, a user namespace in which root is known by
 * another number and the data stays root's own.
 *
 * @param prefix put before every command
 * @param owner who must own the data; null: whoever we are
 */
record ServerAccount(
        List<String> prefix,
        @org.jspecify.annotations.Nullable String owner,
        String name) {

    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(10);
    private static final List<String> ACCOUNTS = List.of("postgres", "nobody", "daemon");

    ServerAccount {
        prefix = List.copyOf(prefix);
    }

    /**
     * The first way that can write to {@code folders} and run {@code program}; the folders are given to it.
     *
     * @throws EmbeddedPostgresException if we are root and there is none
     */
    static ServerAccount find(List<Path> folders, String program) {
        ServerAccount ourselves = new ServerAccount(List.of(), null, System.getProperty("user.name"));
        if (!isRoots(folders.get(0))) {
            return ourselves;
        }
        for (ServerAccount candidate : candidates()) {
            if (candidate.works(folders, program)) {
                return candidate;
            }
        }
        throw new EmbeddedPostgresException("PostgreSQL does not run as root, and no other account ("
                + String.join(", ", ACCOUNTS) + " by setpriv, runuser or su, or a user namespace by unshare) can use "
                + folders.get(0) + "; start as an ordinary user, or choose a folder that such an account may enter");
    }

    List<String> command(List<String> command) {
        List<String> whole = new ArrayList<>(prefix);
        whole.addAll(command);
        return whole;
    }

    /** Makes the folder and all in it the account's. Cheap when it is so already. */
    void give(Path folder) {
        if (owner == null) {
            return;
        }
        try {
            UserPrincipal principal =
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(owner);
            if (Files.getOwner(folder).equals(principal)) {
                return;
            }
            try (Stream<Path> files = Files.walk(folder)) {
                // The folder itself last, so that an interrupted walk is taken up again.
                for (Path file :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.setAttribute(file, "posix:owner", principal, java.nio.file.LinkOption.NOFOLLOW_LINKS);
                }
            }
        } catch (IOException e) {
            throw new EmbeddedPostgresException("cannot give " + folder + " to " + owner + ": " + e.getMessage(), e);
        }
    }

    private boolean works(List<Path> folders, String program) {
        for (Path folder : folders) {
            give(folder);
            Command.Result result = Command.run(
                    command(List.of(
                            "/bin/sh", "-c", "test -x \"$1\" && test -w \"$2\"", "sh", program, folder.toString())),
                    PROBE_TIMEOUT);
            if (!result.ok()) {
                return false;
            }
        }
        return true;
    }

    private static List<ServerAccount> candidates() {
        List<ServerAccount> candidates = new ArrayList<>();
        for (String account : ACCOUNTS) {
            Command.Result uid = Command.run(List.of("id", "-u", account), PROBE_TIMEOUT);
            Command.Result gid = Command.run(List.of("id", "-g", account), PROBE_TIMEOUT);
            if (!uid.ok() || !gid.ok()) {
                continue;
            }
            String user = uid.output().strip();
            String group = gid.output().strip();
            candidates.add(new ServerAccount(
                    List.of("setpriv", "--reuid=" + user, "--regid=" + group, "--clear-groups", "--inh-caps=-all"),
                    account,
                    account + " (setpriv)"));
            candidates.add(new ServerAccount(List.of("runuser", "-u", account, "--"), account, account + " (runuser)"));
            candidates.add(new ServerAccount(
                    List.of("su", account, "-s", "/bin/sh", "-c", "exec \"$0\" \"$@\"", "--"),
                    account,
                    account + " (su)"));
        }
        for (String account : ACCOUNTS) {
            Command.Result uid = Command.run(List.of("id", "-u", account), PROBE_TIMEOUT);
            Command.Result gid = Command.run(List.of("id", "-g", account), PROBE_TIMEOUT);
            if (uid.ok() && gid.ok()) {
                candidates.add(new ServerAccount(
                        List.of(
                                "unshare",
                                "--user",
                                "--map-user=" + uid.output().strip(),
                                "--map-group=" + gid.output().strip(),
                                "--"),
                        "root",
                        account + " (user namespace)"));
            }
        }
        return candidates;
    }

    /** What we make belongs to whom we are. */
    private static boolean isRoots(Path folder) {
        try {
            Path probe = Files.createTempFile(folder, "whoami-", "");
            try {
                return Integer.valueOf(0).equals(Files.getAttribute(probe, "unix:uid"));
            } finally {
                Files.delete(probe);
            }
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "cannot write to " + folder + ": make it writable, or choose another folder", e);
        }
    }
}
