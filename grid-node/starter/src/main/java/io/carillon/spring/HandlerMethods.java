package io.carillon.spring;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import tools.jackson.databind.json.JsonMapper;

/** All methods of beans that say {@link JobHandler}, by the handler's name. Looks at types only; makes no bean. */
final class HandlerMethods {

    private final ConfigurableListableBeanFactory beans;
    private final ObjectProvider<JsonMapper> json;

    HandlerMethods(ConfigurableListableBeanFactory beans, ObjectProvider<JsonMapper> json) {
        this.beans = beans;
        this.json = json;
    }

    /** @throws IllegalStateException if two methods have one name, or a method takes what it cannot get */
    Map<String, io.carillon.worker.handler.JobHandler> find() {
        // Of two without a primary one neither is meant: an application may have them for other things.
        JsonMapper mapper = json.getIfUnique(() -> JsonMapper.builder().build());
        Map<String, HandlerMethod> found = new TreeMap<>();
        Map<String, Method> methods = new TreeMap<>();
        for (String name : beans.getBeanNamesForType(Object.class, true, false)) {
            Class<?> type =
                    ScopedProxyUtils.isScopedTarget(name) ? null : AutoProxyUtils.determineTargetClass(beans, name);
            if (type != null && AnnotationUtils.isCandidateClass(type, JobHandler.class)) {
                annotated(type).forEach((method, handler) -> {
                    Method other = methods.put(handler.value(), method);
                    if (other != null) {
                        throw new IllegalStateException("two methods are the handler " + handler.value() + ": " + other
                                + " and " + method + "; give one another name");
                    }
                    found.put(handler.value(), new HandlerMethod(() -> beans.getBean(name), method, mapper));
                });
            }
        }
        return Map.copyOf(found);
    }

    private static Map<Method, JobHandler> annotated(Class<?> type) {
        return MethodIntrospector.selectMethods(type, HandlerMethods::handlerOf);
    }

    private static @Nullable JobHandler handlerOf(Method method) {
        return AnnotatedElementUtils.findMergedAnnotation(method, JobHandler.class);
    }
}
