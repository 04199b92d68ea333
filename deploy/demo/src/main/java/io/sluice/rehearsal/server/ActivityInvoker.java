package io.sluice.rehearsal.server;

import io.sluice.replay.ActivityMethods;
import io.sluice.workflow.HubActivities;
import io.temporal.api.common.v1.Payloads;
import io.temporal.common.converter.DataConverter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;

/** Calls activities by name. */
final class ActivityInvoker {
  private final HubActivities hub;
  private final DataConverter converter;

  ActivityInvoker(HubActivities hub, DataConverter converter) {
    this.hub = hub;
    this.converter = converter;
  }

  /** Returns the argument of a call. */
  Object argument(String activity, Payloads input) {
    Method method = method(activity);
    return converter.fromPayloads(
        0, Optional.of(input), method.getParameterTypes()[0], method.getGenericParameterTypes()[0]);
  }

  /** Returns the answer; empty if it has no result. */
  Optional<Payloads> invoke(String activity, Object argument) {
    Method method = method(activity);
    try {
      Object result = method.invoke(hub, argument);
      return method.getReturnType() == void.class ? Optional.empty() : converter.toPayloads(result);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("activity " + activity + " failed", e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("activity " + activity + " cannot be called", e);
    }
  }

  private static Method method(String activity) {
    return ActivityMethods.of(activity)
        .orElseThrow(() -> new IllegalStateException("no activity " + activity));
  }
}
