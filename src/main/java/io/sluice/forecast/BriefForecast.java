package io.sluice.forecast;

import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import java.time.Instant;

/**
 * Forecasts how an attempt goes on if every cluster reports at once, in a bounded time and size.
 */
public final class BriefForecast {
  private static final int MOST_WAVES = 200;
  private static final int MOST_NAMES = 5;

  /** Bounds the time of an answer, which a worker computes between tasks: about a fifth second. */
  private static final int MOST_CLUSTERS_IN_ALL = 500_000;

  private BriefForecast() {}

  /** Returns at most 200 waves, with at most five names each. */
  public static Forecast of(int rules, AttemptState state, HubSnapshot hub, Instant now) {
    int members = Math.max(1, state.clusters().size() + state.waiting().size());
    int waves = Math.max(1, Math.min(MOST_WAVES, MOST_CLUSTERS_IN_ALL / members));
    return Forecaster.of(rules, state, hub, FleetProfile.LEAST, now, waves)
        .brief(MOST_WAVES, MOST_NAMES);
  }
}
