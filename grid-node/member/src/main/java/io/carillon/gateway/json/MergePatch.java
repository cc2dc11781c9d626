package io.carillon.gateway.json;

import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemException;
import io.carillon.gateway.api.ProblemType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A change of a JSON object as RFC 7396 has it: null takes a member away, objects are merged, everything else takes the
 * place of what was there. What is not changed keeps its text.
 */
public final class MergePatch {

    private static final JsonFactory FACTORY = JsonFactory.builder().build();

    private final byte[] body;
    private final Json.Obj root;

    private MergePatch(byte[] body, Json.Obj root) {
        this.body = body;
        this.root = root;
    }

    /** @throws ProblemException if it is not a JSON object: anything else would replace the whole */
    public static MergePatch of(byte[] body) {
        Json json = JsonText.parse(body);
        if (json instanceof Json.Obj object) {
            return new MergePatch(body, object);
        }
        throw Problem.of(ProblemType.INVALID_REQUEST, "the body must be a JSON object, is " + json.kind())
                .toException();
    }

    /** True if it gives this member of the whole a value. */
    public boolean gives(String name) {
        Json.Member member = root.members().get(name);
        return member != null && !(member.value() instanceof Json.Null);
    }

    /** True if it says anything of this member of the whole. */
    public boolean mentions(String name) {
        return root.members().containsKey(name);
    }

    /** @param target a JSON object */
    public byte[] applyTo(byte[] target) {
        if (!(JsonText.parse(target) instanceof Json.Obj object)) {
            throw new IllegalArgumentException("not an object");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(target.length + body.length);
        try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            merge(out, target, object, root);
        }
        return bytes.toByteArray();
    }

    private void merge(JsonGenerator out, byte[] target, Json.Obj old, Json.Obj patch) {
        out.writeStartObject();
        for (Map.Entry<String, Json.Member> member : old.members().entrySet()) {
            if (!patch.members().containsKey(member.getKey())) {
                out.writeName(member.getKey());
                raw(out, target, member.getValue());
            }
        }
        for (Map.Entry<String, Json.Member> member : patch.members().entrySet()) {
            Json value = member.getValue().value();
            if (value instanceof Json.Null) {
                continue;
            }
            out.writeName(member.getKey());
            if (value instanceof Json.Obj change) {
                Json.Member before = old.members().get(member.getKey());
                merge(
                        out,
                        target,
                        before != null && before.value() instanceof Json.Obj object ? object : new Json.Obj(Map.of()),
                        change);
            } else {
                raw(out, body, member.getValue());
            }
        }
        out.writeEndObject();
    }

    private static void raw(JsonGenerator out, byte[] text, Json.Member member) {
        out.writeRawValue(new String(text, member.from(), member.to() - member.from(), StandardCharsets.UTF_8));
    }
}
