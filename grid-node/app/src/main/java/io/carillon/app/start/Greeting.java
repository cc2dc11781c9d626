package io.carillon.app.start;

import java.util.ArrayList;
import java.util.List;
import org.springframework.core.env.Environment;

/** What a member says once it serves: where it listens, what to try, where its data live. */
public final class Greeting {

    private Greeting() {}

    /**
     * @param https whether REST speaks TLS
     * @param keys whether calls ask for API keys
     */
    public record Doors(boolean https, boolean keys) {

        public static Doors of(Environment settings) {
            boolean https = settings.getProperty("server.ssl.bundle") != null
                    || settings.getProperty("server.ssl.key-store") != null
                    || settings.getProperty("server.ssl.certificate") != null;
            return new Doors(https, settings.getProperty("carillon.security.enabled", Boolean.class, false));
        }
    }

    /** @param dataPlace in words */
    public static List<String> lines(Doors doors, int restPort, String grpcAddress, String dataPlace, boolean demo) {
        String restUrl = (doors.https ? "https" : "http") + "://localhost:" + restPort;
        String key = doors.keys ? " -H \"authorization: Bearer $KEY\"" : "";
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("Carillon is ready.");
        lines.add("  REST    " + restUrl);
        lines.add("  gRPC    " + grpcAddress + (demo ? "  (a demo worker is connected)" : ""));
        lines.add("  data    " + dataPlace);
        lines.add("  try     curl -s " + restUrl + "/jobs" + key + " -H 'content-type: application/json' -d"
                + " '{\"name\":\"hello\",\"schedule\":\"*/5 * * * * *\",\"payload\":{\"greeting\":\"hi\"}}'");
        lines.add("  then    curl -s '" + restUrl + "/runs?limit=5'" + key);
        lines.add("  stop    Ctrl-C");
        lines.add("");
        return lines;
    }
}
