package io.carillon.verify.evidence;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * One line of evidence. Lines may stand in any order, except that {@link Closing} is the last.
 *
 * <p>All instants but those that the product says of itself are read by the recorder from one clock: the store's, or the recorder's
 * own with the difference added that it measured. No member's and no worker's clock plays a part. {@link Setting#clockError()} bounds
 * what this reckoning may be wrong by.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "fact")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Setting.class, name = "setting"),
    @JsonSubTypes.Type(value = Request.class, name = "request"),
    @JsonSubTypes.Type(value = Arrival.class, name = "arrival"),
    @JsonSubTypes.Type(value = Answer.class, name = "answer"),
    @JsonSubTypes.Type(value = Fault.class, name = "fault"),
    @JsonSubTypes.Type(value = Note.class, name = "note"),
    @JsonSubTypes.Type(value = Trouble.class, name = "trouble"),
    @JsonSubTypes.Type(value = JobSaid.class, name = "job"),
    @JsonSubTypes.Type(value = RunSaid.class, name = "run"),
    @JsonSubTypes.Type(value = LedgerSaid.class, name = "ledger"),
    @JsonSubTypes.Type(value = DeadLetterSaid.class, name = "dead_letter"),
    @JsonSubTypes.Type(value = Closing.class, name = "closing"),
})
public sealed interface Fact
        permits Setting,
                Request,
                Arrival,
                Answer,
                Fault,
                Note,
                Trouble,
                JobSaid,
                RunSaid,
                LedgerSaid,
                DeadLetterSaid,
                Closing {}
