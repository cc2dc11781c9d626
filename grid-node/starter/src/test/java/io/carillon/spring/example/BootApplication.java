package io.carillon.spring.example;

import io.carillon.client.CarillonClient;
import io.carillon.client.JobRequest;
import io.carillon.spring.JobHandler;
import io.carillon.worker.handler.RunContext;
import java.time.Instant;
import java.util.UUID;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** An application that schedules its own work over its own DataSource. */
@SpringBootApplication
public class BootApplication {
    record Order(String item, int count) {}

    @JobHandler("tick")
    void tick(RunContext run) {
        LoggerFactory.getLogger("example").info("tick {}", run.nominalAt());
    }

    @JobHandler("ship")
    Order ship(Order order) {
        return new Order(order.item(), order.count() + 1);
    }

    @Bean
    ApplicationRunner jobs(CarillonClient carillon) {
        UUID tick = UUID.fromString("0190163d-8694-739b-aea5-966c26f8ad93");
        JobRequest.Builder bell = JobRequest.named("ship").payload("{\"item\": \"bell\", \"count\": 1}");
        return arguments -> {
            carillon.putJob(
                    JobRequest.named("tick").jobId(tick).cron("* * * * * *").build());
            carillon.createJob(bell.oneOff(Instant.now()).build());
        };
    }

    public static void main(String[] arguments) {
        SpringApplication.run(BootApplication.class, arguments);
    }
}
