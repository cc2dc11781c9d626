package io.carillon.app.keys;

import io.carillon.app.settings.SettingsException;
import io.carillon.gateway.api.ApiKeyDesk;
import java.util.ArrayList;
import java.util.List;

/**
 * What the command line asks for.
 *
 * @param settings what is left: where the database is
 */
record KeysRequest(String role, String owner, String name, List<String> settings) {

    private static final String CREATE = "create";

    KeysRequest {
        settings = List.copyOf(settings);
    }

    static KeysRequest of(List<String> args) {
        if (args.isEmpty() || !args.get(0).equals(CREATE)) {
            throw new SettingsException("say keys " + CREATE + "; --help says more");
        }
        String role = "";
        String owner = ApiKeyDesk.ALL_OWNERS;
        String name = "command line";
        List<String> settings = new ArrayList<>();
        for (String arg : args.subList(1, args.size())) {
            String value = arg.substring(arg.indexOf('=') + 1);
            if (arg.startsWith("--role=")) {
                role = value;
            } else if (arg.startsWith("--owner=")) {
                owner = value;
            } else if (arg.startsWith("--name=")) {
                name = value;
            } else if (arg.startsWith("--") && arg.contains(".") && arg.contains("=")) {
                settings.add(arg);
            } else {
                throw new SettingsException(
                        arg + " is not known; keys create takes --role=, --owner=, --name= and settings");
            }
        }
        if (role.isEmpty()) {
            throw new SettingsException("--role= is required: viewer, operator, admin or worker");
        }
        return new KeysRequest(role, owner, name, settings);
    }
}
