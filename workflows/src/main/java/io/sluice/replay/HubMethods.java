package io.sluice.replay;

import io.sluice.workflow.HubActivities;
import io.temporal.activity.ActivityMethod;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds the methods of {@link HubActivities} by the names that their calls have in a history. */
public final class HubMethods {
  private static final Map<String, Method> METHODS = new TreeMap<>();

  static {
    for (Method method : HubActivities.class.getMethods()) {
      METHODS.put(method.getAnnotation(ActivityMethod.class).name(), method);
    }
  }

  private HubMethods() {}

  /** Returns the method of an activity. */
  public static Optional<Method> of(String activity) {
    return Optional.ofNullable(METHODS.get(activity));
  }
}
