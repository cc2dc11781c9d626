package io.carillon.verify.run;

/** An option is wrong; the message is one line that says which and what it may be. */
public final class OptionException extends RuntimeException {

    public OptionException(String message) {
        super(message);
    }
}
