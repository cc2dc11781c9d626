package io.carillon.app.verify;

import io.carillon.app.start.Usage;
import io.carillon.verify.check.Checker;
import io.carillon.verify.check.Findings;
import io.carillon.verify.evidence.Evidence;
import io.carillon.verify.evidence.EvidenceFile;
import io.carillon.verify.report.Reports;
import io.carillon.verify.report.TextReport;
import io.carillon.verify.run.OptionException;
import io.carillon.verify.run.Verification;
import io.carillon.verify.run.VerifyOptions;
import io.carillon.verify.time.SystemClock;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * {@code verify}: load and faults on a cluster, and a verdict on what callers and targets saw.
 *
 * <p>Exit codes: 0 nothing was violated, 1 something was, 2 bad options, 3 it could not be verified, or too little was seen for it, and a
 * line says why.
 */
public final class VerifyCommand {

    public static final String NAME = "verify";

    private static final int CLEAN = 0;
    private static final int VIOLATED = 1;
    private static final int BAD_OPTIONS = 2;
    private static final int NOT_VERIFIED = 3;

    private VerifyCommand() {}

    /** @return the exit code */
    public static int run(List<String> args, PrintStream out, PrintStream err) {
        if (Usage.askedFor(args)) {
            out.println(Usage.VERIFY);
            return CLEAN;
        }
        // The target's answers are small, and the machine would hold each back for 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        QuietLog.begin();
        try {
            long seed = new SystemClock(Duration.ZERO).now().toEpochMilli();
            VerifyOptions options = VerifyOptions.parse(args, seed);
            Path evidence = options.checkOnly();
            if (evidence != null) {
                return judge(evidence, options, out);
            }
            return verify(options, out);
        } catch (OptionException e) {
            err.println("carillon: bad options: " + e.getMessage());
            return BAD_OPTIONS;
        } catch (IOException | RuntimeException e) {
            err.println(
                    "carillon: it could not be verified: " + (e.getMessage() == null ? e.toString() : e.getMessage()));
            return NOT_VERIFIED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return NOT_VERIFIED;
        }
    }

    private static int verify(VerifyOptions options, PrintStream out) throws InterruptedException, IOException {
        Verification verification = new Verification(options, EmbeddedStore::create, ownJar(), out::println);
        Thread atCtrlC = new Thread(
                () -> {
                    verification.close();
                    verification.tidy(true);
                },
                "verify-stop");
        Runtime.getRuntime().addShutdownHook(atCtrlC);
        boolean clean = false;
        try {
            Path evidence = verification.run();
            verification.close();
            int code = judge(evidence, options, out);
            clean = code == CLEAN;
            return code;
        } finally {
            verification.close();
            if (Runtime.getRuntime().removeShutdownHook(atCtrlC)) {
                verification.tidy(!clean);
            }
        }
    }

    private static int judge(Path path, VerifyOptions options, PrintStream out) throws IOException {
        Evidence evidence = EvidenceFile.read(path);
        Findings findings = Checker.check(evidence, options.tolerances());
        Path folder = Files.createDirectories(options.reportDir());
        Reports.write(folder, evidence, findings);
        out.println();
        out.print(TextReport.of(evidence, findings));
        out.println();
        out.println("reports: " + folder);
        if (findings.isViolated()) {
            return VIOLATED;
        }
        return findings.isClean() ? CLEAN : NOT_VERIFIED;
    }

    /** What {@code java -jar} was given. */
    private static Path ownJar() {
        return Path.of(System.getProperty("java.class.path")).toAbsolutePath();
    }
}
