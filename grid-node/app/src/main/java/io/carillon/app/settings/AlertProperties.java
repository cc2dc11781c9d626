package io.carillon.app.settings;

import io.carillon.worker.http.CidrBlock;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param allow CIDR blocks of loopback or private addresses that owners' webhooks may lie in */
@ConfigurationProperties("carillon.alerts")
public record AlertProperties(@DefaultValue List<String> allow) {

    public AlertProperties {
        allow = List.copyOf(allow);
        for (String block : allow) {
            try {
                CidrBlock.parse(block);
            } catch (IllegalArgumentException e) {
                throw new SettingsException("carillon.alerts.allow: " + e.getMessage());
            }
        }
    }

    public List<CidrBlock> allowed() {
        return allow.stream().map(CidrBlock::parse).toList();
    }
}
