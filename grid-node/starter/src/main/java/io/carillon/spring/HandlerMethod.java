package io.carillon.spring;

import io.carillon.worker.handler.JobHandler;
import io.carillon.worker.handler.PermanentFailureException;
import io.carillon.worker.handler.RunContext;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/** A method of a bean as a handler: the bean is asked for when the first run comes. */
final class HandlerMethod implements JobHandler {

    private final Supplier<Object> bean;
    private final Method method;
    private final JsonMapper json;

    /** @throws IllegalStateException if the method takes something else than a run and a payload */
    HandlerMethod(Supplier<Object> bean, Method method, JsonMapper json) {
        this.bean = bean;
        this.method = method;
        this.json = json;
        int payloads = 0;
        int runs = 0;
        for (Parameter parameter : method.getParameters()) {
            if (parameter.getType() == RunContext.class) {
                runs++;
            } else {
                payloads++;
            }
        }
        if (payloads > 1 || runs > 1) {
            throw new IllegalStateException(method + " takes more than a RunContext and a payload");
        }
    }

    @Override
    public @Nullable String handle(RunContext run) throws Exception {
        Object target = bean.get();
        Method callable = AopUtils.selectInvocableMethod(method, target.getClass());
        callable.setAccessible(true);
        try {
            Object result = callable.invoke(target, arguments(run));
            return result == null ? null : json.writeValueAsString(result);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }

    private @Nullable Object[] arguments(RunContext run) throws PermanentFailureException {
        Parameter[] parameters = method.getParameters();
        @Nullable Object[] arguments = new @Nullable Object[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            arguments[i] = parameters[i].getType() == RunContext.class
                    ? run
                    : payload(run, method.getGenericParameterTypes()[i]);
        }
        return arguments;
    }

    /** What cannot be read now cannot be read at the next attempt either. */
    private @Nullable Object payload(RunContext run, Type type) throws PermanentFailureException {
        JavaType wanted = json.constructType(type);
        String text = run.payload();
        if (text == null) {
            if (wanted.isPrimitive()) {
                throw new PermanentFailureException("the job has no payload, and its handler needs a " + type);
            }
            return null;
        }
        try {
            return json.readValue(text, wanted);
        } catch (JacksonException e) {
            throw new PermanentFailureException(
                    "the payload cannot be read as " + type.getTypeName() + ": " + e.getOriginalMessage(), e);
        }
    }
}
