package io.carillon.worker.http;

import io.carillon.worker.json.JsonCheck;
import io.carillon.worker.json.JsonString;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A target's answer as the run's result: {@code {"status":200,"content_type":"…","body":…}}.
 *
 * <p>A body of JSON stands as it is, other text as a string, anything else not at all. What does not fit is cut, and
 * {@code "truncated":true} says so.
 */
final class HttpResult {
    static final int BYTES_MAX = 64 * 1024;
    private static final Pattern CHARSET = Pattern.compile("charset\\s*=\\s*\"?([^\\s;\"]+)", Pattern.CASE_INSENSITIVE);
    /** Of the content type, which is the target's to write. */
    private static final int TYPE_CHARS_MAX = 200;

    private HttpResult() {}

    static String of(int status, String contentType, LimitedBody.Body body) {
        String type = contentType.length() <= TYPE_CHARS_MAX ? contentType : contentType.substring(0, TYPE_CHARS_MAX);
        String head = "{\"status\":" + status + (type.isEmpty() ? "" : ",\"content_type\":" + JsonString.of(type));
        if (body.bytes().length == 0 || !isText(type)) {
            return head + "}";
        }
        String text = text(contentType, body.bytes());
        if (!body.cut() && isJson(type) && JsonCheck.isValue(text)) {
            String whole = head + ",\"body\":" + text + "}";
            if (utf8Length(whole) <= BYTES_MAX) {
                return whole;
            }
        }
        return withString(head, text, body.cut());
    }

    /** For messages: the beginning, on one line. */
    static String excerpt(String contentType, LimitedBody.Body body, int charsMax) {
        if (!isText(contentType)) {
            return "";
        }
        String text = text(contentType, body.bytes()).replaceAll("\\s+", " ").strip();
        return text.length() <= charsMax ? text : text.substring(0, charsMax);
    }

    private static String withString(String head, String text, boolean cut) {
        String whole = head + ",\"body\":" + JsonString.of(text) + (cut ? ",\"truncated\":true}" : "}");
        int length = utf8Length(whole);
        String rest = text;
        // Escapes and characters of several bytes are not spread evenly, so one cut may not be enough; each is shorter.
        while (length > BYTES_MAX) {
            rest = rest.substring(0, (int) ((long) rest.length() * (BYTES_MAX - head.length()) / length) - 1);
            whole = head + ",\"body\":" + JsonString.of(rest) + ",\"truncated\":true}";
            length = utf8Length(whole);
        }
        return whole;
    }

    private static boolean isText(String contentType) {
        String type = contentType.toLowerCase(Locale.ROOT);
        return type.isEmpty()
                || type.startsWith("text/")
                || isJson(type)
                || type.contains("xml")
                || type.startsWith("application/x-www-form-urlencoded");
    }

    private static boolean isJson(String contentType) {
        return contentType.toLowerCase(Locale.ROOT).contains("json");
    }

    private static String text(String contentType, byte[] bytes) {
        Matcher matcher = CHARSET.matcher(contentType);
        if (matcher.find()) {
            try {
                return new String(bytes, Charset.forName(matcher.group(1)));
            } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
                return new String(bytes, StandardCharsets.UTF_8);
            }
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static int utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
