package io.sluice.replay;

import io.sluice.workflow.CheckActivities;
import io.sluice.workflow.HubActivities;
import io.temporal.activity.ActivityMethod;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds the methods of activities by the names that their calls have in a history. */
public final class ActivityMethods {
  private static final Map<String, Method> METHODS = new TreeMap<>();

  static {
    for (Class<?> activities : List.of(HubActivities.class, CheckActivities.class)) {
      for (Method method : activities.getMethods()) {
        METHODS.put(method.getAnnotation(ActivityMethod.class).name(), method);
      }
    }
  }

  private ActivityMethods() {}

  /** Returns the method of an activity. */
  public static Optional<Method> of(String activity) {
    return Optional.ofNullable(METHODS.get(activity));
  }
}
