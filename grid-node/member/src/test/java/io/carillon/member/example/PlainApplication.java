package io.carillon.member.example;

import io.carillon.client.JobRequest;
import io.carillon.member.CarillonMember;
import java.time.Instant;
import java.util.UUID;

/** A program that schedules its own work. Arguments: JDBC URL, user, password. */
public final class PlainApplication {

    public static void main(String[] args) {
        CarillonMember carillon = CarillonMember.builder()
                .jdbcUrl(args[0])
                .credentials(args[1], args[2])
                .worker(worker -> worker.handler("tick", run -> say("tick " + run.nominalAt()))
                        .handler("greet", run -> say("hello " + run.payload())))
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(carillon::close));
        // Under an id of our own choice, so that starting again changes nothing.
        UUID tick = UUID.fromString("0190163d-8694-739b-aea5-966c26f8ad91");
        carillon.jobs()
                .putJob(JobRequest.named("tick").jobId(tick).cron("* * * * * *").build());
        carillon.jobs()
                .createJob(JobRequest.named("greet")
                        .payload("\"world\"")
                        .oneOff(Instant.now())
                        .build());
    }

    private static String say(String words) {
        System.out.println(words);
        return "{}";
    }
}
