package io.carillon.app.start;

import java.util.ArrayList;
import java.util.List;

/** What a member says once it serves: where it listens, what to try, where its data live. */
public final class Greeting {

    private Greeting() {}

    /** @param dataPlace in words */
    public static List<String> lines(String restUrl, String grpcAddress, String dataPlace, boolean demo) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("Carillon is ready.");
        lines.add("  REST    " + restUrl);
        lines.add("  gRPC    " + grpcAddress + (demo ? "  (a demo worker is connected)" : ""));
        lines.add("  data    " + dataPlace);
        lines.add("  try     curl -s " + restUrl + "/jobs -H 'content-type: application/json' -d"
                + " '{\"name\":\"hello\",\"schedule\":\"*/5 * * * * *\",\"payload\":{\"greeting\":\"hi\"}}'");
        lines.add("  then    curl -s '" + restUrl + "/runs?limit=5'");
        lines.add("  stop    Ctrl-C");
        lines.add("");
        return lines;
    }
}
