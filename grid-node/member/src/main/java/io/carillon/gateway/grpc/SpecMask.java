package io.carillon.gateway.grpc;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import io.carillon.gateway.api.Violations;
import io.carillon.proto.v1.JobSpec;
import io.carillon.proto.v1.UpdateJobRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an update makes of a job's spec: the fields that its mask names are the request's, or absent as they are there. */
final class SpecMask {

    private final Violations violations;
    private final boolean setting;

    private SpecMask(Violations violations, boolean setting) {
        this.violations = violations;
        this.setting = setting;
    }

    static JobSpec applied(JobSpec current, UpdateJobRequest request, Violations violations) {
        JobSpec given = request.getJob();
        List<String> paths = request.getUpdateMask().getPathsCount() > 0
                ? request.getUpdateMask().getPathsList()
                : given.getAllFields().keySet().stream()
                        .map(FieldDescriptor::getName)
                        .toList();
        JobSpec.Builder spec = current.toBuilder();
        // What is absent goes first: of two fields of which there can be one, the one that is present stays.
        paths.forEach(path -> new SpecMask(violations, false).apply(spec, given, path, path));
        paths.forEach(path -> new SpecMask(violations, true).apply(spec, given, path, path));
        return spec.build();
    }

    /** @param rest of the path, from this message on */
    private void apply(Message.Builder target, @Nullable MessageOrBuilder given, String rest, String path) {
        int dot = rest.indexOf('.');
        String name = dot < 0 ? rest : rest.substring(0, dot);
        FieldDescriptor field = target.getDescriptorForType().findFieldByName(name);
        if (field == null || (dot >= 0 && !hasParts(field))) {
            violations.add("update_mask", "names no field of a job: " + path);
        } else if (dot < 0) {
            whole(target, given, field);
        } else if (field.isMapField()) {
            entry(target, given, field, rest.substring(dot + 1));
        } else {
            MessageOrBuilder part =
                    given != null && given.hasField(field) ? (MessageOrBuilder) given.getField(field) : null;
            if (setting ? part != null : target.hasField(field)) {
                apply(target.getFieldBuilder(field), part, rest.substring(dot + 1), path);
            }
        }
    }

    private void whole(Message.Builder target, @Nullable MessageOrBuilder given, FieldDescriptor field) {
        boolean present = given != null && given.getAllFields().containsKey(field);
        if (given != null && present && setting) {
            target.setField(field, given.getField(field));
        } else if (!present && !setting) {
            target.clearField(field);
        }
    }

    private void entry(Message.Builder target, @Nullable MessageOrBuilder given, FieldDescriptor field, String key) {
        Message wanted = given == null ? null : entryOf(given, field, key);
        if (setting == (wanted != null)) {
            List<Message> others = entries(target, field).stream()
                    .filter(entry -> !keyOf(entry).equals(key))
                    .toList();
            target.clearField(field);
            others.forEach(entry -> target.addRepeatedField(field, entry));
            if (wanted != null) {
                target.addRepeatedField(field, wanted);
            }
        }
    }

    private static @Nullable Message entryOf(MessageOrBuilder message, FieldDescriptor field, String key) {
        return entries(message, field).stream()
                .filter(entry -> keyOf(entry).equals(key))
                .findFirst()
                .orElse(null);
    }

    private static List<Message> entries(MessageOrBuilder message, FieldDescriptor field) {
        return ((List<?>) message.getField(field))
                .stream().map(Message.class::cast).toList();
    }

    private static Object keyOf(Message entry) {
        return entry.getField(entry.getDescriptorForType().findFieldByName("key"));
    }

    /** Times and durations are whole; so are lists. */
    private static boolean hasParts(FieldDescriptor field) {
        String ours = JobSpec.getDescriptor().getFile().getPackage();
        return field.isMapField()
                || (!field.isRepeated()
                        && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                        && field.getMessageType().getFile().getPackage().equals(ours));
    }
}
