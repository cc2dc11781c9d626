package io.carillon.app.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param rate runs a second that redrives of many take back to the queue, over the whole cluster */
@ConfigurationProperties("carillon.redrive")
public record RedriveProperties(@DefaultValue("200") int rate) {

    public RedriveProperties {
        SettingsException.require(rate >= 1 && rate <= 2_000, "carillon.redrive.rate", rate, "from 1 to 2000");
    }
}
