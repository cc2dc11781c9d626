package io.carillon.member.example;

import io.carillon.client.JobRequest;
import io.carillon.member.CarillonMember;
import java.time.Duration;
import java.util.UUID;

/** One of two that share the work. Arguments: JDBC URL, user, password, own port, the other's port. */
public final class ClusterApplication {

    public static void main(String[] args) {
        CarillonMember carillon = CarillonMember.builder()
                .jdbcUrl(args[0])
                .credentials(args[1], args[2])
                .port(Integer.parseInt(args[3]))
                .members("127.0.0.1:" + args[3], "127.0.0.1:" + args[4])
                .lease(Duration.ofSeconds(4), Duration.ofSeconds(1))
                .worker(worker -> worker.handler("tick", run -> say("tick " + run.nominalAt())))
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(carillon::close));
        UUID tick = UUID.fromString("0190163d-8694-739b-aea5-966c26f8ad92");
        carillon.jobs()
                .putJob(JobRequest.named("tick").jobId(tick).cron("* * * * * *").build());
        say("serving " + carillon.memberId());
    }

    private static String say(String words) {
        System.out.println(words);
        return "{}";
    }
}
