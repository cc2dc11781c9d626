package io.carillon.persistence.read;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobDefinition;
import io.carillon.persistence.codec.DefinitionCodec;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Definitions of one result, so that many runs of one job share one object. */
final class DefinitionCache {

    private final Map<Revision, JobDefinition> definitions = new HashMap<>();

    JobDefinition of(JobId job, long revision, ResultSet row, int jsonColumn, int payloadColumn) throws SQLException {
        Revision key = new Revision(job, revision);
        @Nullable JobDefinition known = definitions.get(key);
        if (known != null) {
            return known;
        }
        JobDefinition read =
                DefinitionCodec.fromJson(row.getString(jsonColumn), Columns.payloadOrNull(row, payloadColumn));
        definitions.put(key, read);
        return read;
    }

    private record Revision(JobId job, long revision) {}
}
