package io.carillon.engine.schedule;

/** A cron expression as it was read; expressions of five fields have second 0. */
record CronExpression(
        FieldElements second,
        FieldElements minute,
        FieldElements hour,
        FieldElements dayOfMonth,
        FieldElements month,
        FieldElements dayOfWeek) {}
