package io.carillon.engine.grid.size;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Settings that must be the same on all members that run at once. Each member shows its own as attributes; one that joins
 * compares them with those of every member before it, so that of two that differ the younger one goes.
 */
public final class Terms {

    private static final String PREFIX = "carillon.";

    private final Map<String, String> terms;

    /** @param terms by their names, which are shown to operators */
    public Terms(Map<String, String> terms) {
        this.terms = new TreeMap<>(terms);
    }

    public void show(Config config) {
        terms.forEach((name, value) -> config.getMemberAttributeConfig().setAttribute(PREFIX + name, value));
    }

    /** What differs from a member that was there before, in one line that says what to do; empty if nothing does. */
    public Optional<String> difference(HazelcastInstance grid) {
        for (Member member : grid.getCluster().getMembers()) {
            if (member.localMember()) {
                return Optional.empty();
            }
            List<String> differing = differing(shownBy(member));
            if (!differing.isEmpty()) {
                return Optional.of("the settings differ from those of the member at "
                        + member.getAddress().getHost() + ":"
                        + member.getAddress().getPort() + ": "
                        + String.join(", ", differing)
                        + "; members that run at once need the same: change them here, or stop all members first");
            }
        }
        return Optional.empty();
    }

    private List<String> differing(Map<String, String> others) {
        TreeSet<String> names = new TreeSet<>(terms.keySet());
        names.addAll(others.keySet());
        List<String> differing = new ArrayList<>();
        for (String name : names) {
            if (!Objects.equals(terms.get(name), others.get(name))) {
                differing.add(name + " is " + said(terms.get(name)) + " here and " + said(others.get(name)) + " there");
            }
        }
        return differing;
    }

    private static String said(@Nullable String value) {
        return value == null ? "unknown" : value;
    }

    private static Map<String, String> shownBy(Member member) {
        Map<String, String> shown = new TreeMap<>();
        member.getAttributes().forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                shown.put(name.substring(PREFIX.length()), value);
            }
        });
        return shown;
    }
}
