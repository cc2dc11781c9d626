package io.carillon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JobFeedTest {

    private final List<List<JobRequest>> sent = new ArrayList<>();
    private final List<CompletableFuture<List<JobResult>>> calls = new ArrayList<>();
    private final List<UUID> told = new ArrayList<>();
    private int underWay;
    private int mostUnderWay;
    private int awaited;

    @Test
    void jobs_go_in_chunks_a_few_at_once_and_results_come_in_order() {
        List<JobRequest> jobs = jobs(JobFeed.CHUNK_JOBS * 6 + 1);
        feed(-1).run(jobs.iterator());

        assertThat(sent).hasSize(7);
        assertThat(sent.get(6)).hasSize(1);
        assertThat(mostUnderWay).isEqualTo(JobFeed.CHUNKS_AT_ONCE);
        assertThat(told).isEqualTo(jobs.stream().map(JobRequest::jobId).toList());
    }

    @Test
    void no_jobs_are_no_calls() {
        feed(-1).run(List.<JobRequest>of().iterator());

        assertThat(sent).isEmpty();
    }

    @Test
    void a_chunk_without_an_answer_ends_the_feed_and_gives_up_what_is_under_way() {
        JobFeed feed = feed(1);

        assertThatThrownBy(() -> feed.run(jobs(JobFeed.CHUNK_JOBS * 20).iterator()))
                .isInstanceOf(IllegalStateException.class);
        assertThat(told).hasSize(JobFeed.CHUNK_JOBS);
        assertThat(sent).hasSize(JobFeed.CHUNKS_AT_ONCE + 1);
        assertThat(calls.subList(2, calls.size()))
                .allSatisfy(call -> assertThat(call.isCancelled()).isTrue());
    }

    /** @param failing number of the chunk whose answer does not come; -1: none */
    private JobFeed feed(int failing) {
        return new JobFeed(
                chunk -> {
                    sent.add(chunk);
                    mostUnderWay = Math.max(mostUnderWay, ++underWay);
                    CompletableFuture<List<JobResult>> call = new CompletableFuture<>();
                    calls.add(call);
                    return call;
                },
                call -> {
                    underWay--;
                    int number = awaited++;
                    if (number == failing) {
                        throw new IllegalStateException("no answer");
                    }
                    return sent.get(number).stream()
                            .map(job -> new JobResult(job.jobId() == null ? new UUID(0, 0) : job.jobId(), null, null))
                            .toList();
                },
                result -> told.add(result.jobId()));
    }

    private static List<JobRequest> jobs(int n) {
        return IntStream.rangeClosed(1, n)
                .mapToObj(i -> JobRequest.named("job")
                        .jobId(new UUID(0, i))
                        .oneOff(Instant.EPOCH)
                        .build())
                .toList();
    }
}
