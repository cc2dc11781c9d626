package io.carillon.app.start;

import java.util.List;

/** What the member's jar says of itself when it is asked for {@code --help}. */
public final class Usage {

    public static final String MEMBER = """
            Carillon: a member of the scheduler's grid.

            java -jar carillon-grid-node.jar [--demo] [--name=value ...]
            java -jar carillon-grid-node.jar audit --help
            java -jar carillon-grid-node.jar watch --help
            java -jar carillon-grid-node.jar migrate --help
            java -jar carillon-grid-node.jar keys --help
            java -jar carillon-grid-node.jar verify --help

              --demo                            a worker beside it, for a first try
              --server.port=8080                REST and metrics
              --spring.grpc.server.port=9090    clients and workers
              --spring.datasource.url=          PostgreSQL; without one it runs its own
              --spring.datasource.username=, --spring.datasource.password=
              --carillon.embedded-postgres.dir=./data/postgres
              --carillon.cluster.port=5701      other members
              --carillon.cluster.members=       host:port,... of all members; none: it is alone

            All settings are in README.md; environment variables and application.yaml set them as well.
            Exit codes: 0 clean stop, 1 start failed or it had to stop, 2 bad settings.""";

    public static final String AUDIT = """
            Counts again what the jobs have owed in a window, from their definitions alone. Writes nothing.

            java -jar carillon-grid-node.jar audit [--from=TIME] [--to=TIME] [--owner=ID] [--job=UUID] [--name=value ...]

              --from=     inclusive, an RFC 3339 time; the beginning of what history keeps if absent
              --to=       exclusive; now if absent
              --owner=    jobs of this owner only
              --job=      this job only
              --spring.datasource.url=, --spring.datasource.username=, --spring.datasource.password=
              --carillon.embedded-postgres.dir=    a folder of a member that does not run

            Prints a line for each hole, and the sums.
            Exit codes: 0 all is accounted for, 1 something does not fit, 2 the audit could not be made.""";

    public static final String WATCH = """
            Looks in the database for what a scheduler must not leave lying: due times that nobody has planned, runs beyond
            their time limit, schedules without a next time, occurrences that are accounted for nowhere. Writes nothing, and
            needs no member.

            java -jar carillon-grid-node.jar watch [--once] [--name=value ...]

              --once      look once, in some six seconds; otherwise until it is stopped
              --spring.datasource.url=, --spring.datasource.username=, --spring.datasource.password=
              --carillon.watchdog.overdue-after=10s    how long a due time may have passed

            Prints a line for each finding, and one for each look.
            Exit codes: 0 nothing was found, 1 something was, 2 it could not look.""";

    public static final String MIGRATE = """
            Brings the schema to this build, makes the coming week's day partitions and drops days beyond the retention: all that
            members with carillon.schema.migrate=false leave to the role that owns the schema.

            java -jar carillon-grid-node.jar migrate [--app-role=NAME] [--name=value ...]

              --app-role=    the members' role, which gets the right to read and write rows, and no other
              --spring.datasource.url=, --spring.datasource.username=, --spring.datasource.password=    of the owner
              --carillon.history.retention=30d

            Exit codes: 0 done, 1 it failed, 2 bad settings.""";

    public static final String KEYS = """
            Makes an API key and prints it, once: nothing but its hash is kept.

            java -jar carillon-grid-node.jar keys create --role=ROLE [--owner=ID] [--name=TEXT] [--name=value ...]

              --role=     viewer, operator, admin or worker
              --owner=    whose jobs it opens; those of all owners if absent
              --name=     what people call it
              --spring.datasource.url=, --spring.datasource.username=, --spring.datasource.password=
              --carillon.embedded-postgres.dir=    a folder of a member that does not run

            Members that run know the key within two seconds.
            Exit codes: 0 it was made, 2 it was not.""";

    public static final String VERIFY = """
            Puts a cluster under load and faults, and judges it by what callers and targets saw.

            java -jar carillon-grid-node.jar verify [--name=value ...]

              --members=3, --workers=3          processes to start, beside a PostgreSQL
              --seconds=180                     how long load and faults last
              --seed=random                     of load and faults; a whole number repeats them
              --faults=all                      none, or some of: kill-member,kill-worker,freeze-member,freeze-worker,
                                                freeze-postgres,restart-postgres,postgres-outage,cut-worker,
                                                cut-database,rolling-restart,false-clock,everything
              --fault-every=10s
              --one-offs-per-second=30, --crons=100
              --at=                             when the store's clock begins: now, an RFC 3339 time, gap or overlap;
                                                if absent a night, by the seed, in which clocks are changed
              --report=verify-report            a new folder for evidence and reports
              --check=FILE                      judges evidence that was taken before, and starts nothing
              --late-max=5s, --late-p99=2s      of what no fault touched
              --recovery=30s                    so long may wait, without a fault going on, what one touched
              --rest=URL,... --grid=HOST:PORT,...   a cluster that is there already; nothing is done to it but load
              --api-key-file=, --worker-key-file=   its keys: an admin's for all owners, and a worker's
              --member-jar=, --worker-jar=      other programs than this one
              --member-jvm=, --member-setting=  more for each member; may be repeated
              --slots=100                       of each worker

            Exit codes: 0 nothing was violated, 1 something was, 2 bad options, 3 it could not be verified, or proves nothing.""";

    private Usage() {}

    public static boolean askedFor(List<String> args) {
        return args.contains("--help") || args.contains("-h");
    }
}
