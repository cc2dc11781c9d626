package io.carillon.member.doors;

import io.carillon.gateway.api.BackfillDesk;
import io.carillon.gateway.api.BatchDesk;
import io.carillon.gateway.api.DeadLetterDesk;
import io.carillon.gateway.api.EditDesk;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.JobRules;
import io.carillon.gateway.api.LedgerDesk;
import io.carillon.gateway.api.QuotaDesk;
import io.carillon.gateway.api.RunExplainer;
import io.carillon.gateway.api.TimeExplainer;
import io.carillon.gateway.grpc.JobDesks;
import io.carillon.member.wiring.Member;
import java.time.Duration;
import java.util.concurrent.Executor;

/** What a member does for callers, the same by whatever door they come. */
public record Desks(
        JobDesks jobs,
        LedgerDesk ledger,
        RunExplainer runs,
        TimeExplainer times,
        QuotaDesk quotas,
        DeadLetterDesk deadLetters) {

    /**
     * @param replies answer what the owners of shards have decided
     * @param queries may wait for the database
     */
    public static Desks of(Member member, Duration historyRetention, Executor replies, Executor queries) {
        JobRules rules = new JobRules(member.schedules());
        JobDesk jobs = new JobDesk(member.owners(), rules, member.time(), replies);
        History history = new History(member.queries(), member.time(), member.schedules());
        return new Desks(
                new JobDesks(
                        jobs,
                        new BatchDesk(member.owners(), rules, member.time(), replies),
                        new EditDesk(jobs, rules, history, member.time(), queries),
                        new BackfillDesk(jobs, history, member.schedules(), member.time(), queries),
                        history),
                new LedgerDesk(member.ledger(), member.schedules(), historyRetention, member.time()),
                new RunExplainer(history, member::liveRun, member.surroundings(), member.time()),
                new TimeExplainer(member.ledger(), member.schedules(), member.time()),
                new QuotaDesk(member.quotas(), member.time()),
                new DeadLetterDesk(member.deadLetters(), member.redrives(), member.time()));
    }
}
