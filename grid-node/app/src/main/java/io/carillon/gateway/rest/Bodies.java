package io.carillon.gateway.rest;

import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Reads bodies, bounded. */
final class Bodies {

    /** A payload of 64 KiB, and everything beside it at its largest. */
    static final int BYTES_MAX = 512 * 1024;

    private static final MediaType MERGE_PATCH = new MediaType("application", "merge-patch+json");

    private Bodies() {}

    /** A JSON body. */
    static byte[] json(HttpServletRequest request) throws IOException {
        byte[] body = read(request);
        require(MediaType.APPLICATION_JSON, request);
        return body;
    }

    /** A body as RFC 7396 has it. */
    static byte[] mergePatch(HttpServletRequest request) throws IOException {
        byte[] body = read(request);
        require(MERGE_PATCH, request);
        return body;
    }

    /** A JSON body of a size that its caller has room for. */
    static byte[] json(HttpServletRequest request, int bytesMax) throws IOException {
        byte[] body = read(request, bytesMax);
        require(MediaType.APPLICATION_JSON, request);
        return body;
    }

    /** A JSON body, or null if there is none. */
    static byte @Nullable [] optionalJson(HttpServletRequest request) throws IOException {
        byte[] body = read(request);
        if (body.length == 0) {
            return null;
        }
        require(MediaType.APPLICATION_JSON, request);
        return body;
    }

    private static byte[] read(HttpServletRequest request) throws IOException {
        return read(request, BYTES_MAX);
    }

    private static byte[] read(HttpServletRequest request, int bytesMax) throws IOException {
        if (request.getContentLengthLong() > bytesMax) {
            throw tooLarge(bytesMax);
        }
        byte[] body = request.getInputStream().readNBytes(bytesMax + 1);
        if (body.length > bytesMax) {
            throw tooLarge(bytesMax);
        }
        return body;
    }

    private static void require(MediaType type, HttpServletRequest request) {
        String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        if (!is(type, request.getContentType()) || (encoding != null && !encoding.equalsIgnoreCase("identity"))) {
            throw Problem.of(
                            ProblemType.UNSUPPORTED_MEDIA_TYPE,
                            "send the body with the header Content-Type: " + type + ", not compressed")
                    .toException();
        }
    }

    private static boolean is(MediaType type, @Nullable String contentType) {
        if (contentType == null) {
            return false;
        }
        try {
            return type.equalsTypeAndSubtype(MediaType.parseMediaType(contentType));
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    private static RuntimeException tooLarge(int bytesMax) {
        return Problem.of(ProblemType.PAYLOAD_TOO_LARGE, "the body must have at most " + bytesMax + " bytes")
                .toException();
    }
}
