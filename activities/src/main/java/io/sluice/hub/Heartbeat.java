package io.sluice.hub;

import io.temporal.activity.Activity;
import java.util.Map;

/** Tells Temporal that a batch gets on; throws when nobody waits for it any more. */
@FunctionalInterface
interface Heartbeat {
  void beat(int done, int of);

  /** The heartbeat of the activity that runs on the calling thread. */
  static Heartbeat ofActivity() {
    return (done, of) -> Activity.getExecutionContext().heartbeat(Map.of("done", done, "of", of));
  }
}
