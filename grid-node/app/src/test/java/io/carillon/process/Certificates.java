package io.carillon.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A certificate that signs itself, with its key, in PEM files; made by the JDK's own tool. */
final class Certificates {

    private static final String PASSWORD = "changeit";

    /** @param certificate also what to trust whoever shows it by */
    record Pair(Path certificate, Path privateKey) {}

    private Certificates() {}

    static Pair make(Path dir, String name) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = dir.resolve(name + ".p12");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair"));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        command.addAll(List.of("-alias", name, "-keyalg", "EC", "-groupname", "secp256r1", "-validity", "2"));
        command.addAll(List.of("-dname", "CN=" + name, "-ext", "san=dns:localhost,ip:127.0.0.1", "-ext", "bc=ca:true"));
        Process keytool = new ProcessBuilder(command).inheritIO().start();
        if (keytool.waitFor() != 0) {
            throw new AssertionError("keytool ended with " + keytool.exitValue());
        }
        KeyStore made = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(store)) {
            made.load(file, PASSWORD.toCharArray());
        }
        return new Pair(
                pem(
                        dir.resolve(name + ".crt"),
                        "CERTIFICATE",
                        made.getCertificate(name).getEncoded()),
                pem(
                        dir.resolve(name + ".key"),
                        "PRIVATE KEY",
                        made.getKey(name, PASSWORD.toCharArray()).getEncoded()));
    }

    private static Path pem(Path file, String what, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }
}
