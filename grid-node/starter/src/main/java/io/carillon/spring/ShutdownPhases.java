package io.carillon.spring;

import org.springframework.context.SmartLifecycle;

/**
 * When what stops. The web server has stopped taking requests at {@code DEFAULT_PHASE - 2048}; then the handlers drain, then the
 * member leaves; the DataSource is closed when all phases are over.
 */
final class ShutdownPhases {

    static final int HANDLERS = SmartLifecycle.DEFAULT_PHASE - 4096;
    static final int MEMBER = SmartLifecycle.DEFAULT_PHASE - 8192;

    private ShutdownPhases() {}
}
