package io.sluice.demo;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.tools.status.StatusView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures the time of each group: from its first cluster's start to its last one's end. */
public final class GroupTimes {
  private final Map<String, Duration> began = new LinkedHashMap<>();
  private final Map<String, Duration> ended = new LinkedHashMap<>();

  public void record(StatusView view, Duration elapsed) {
    for (RolloutStatus.Group group : view.groups()) {
      if (group.counts().begun()) {
        began.putIfAbsent(group.key().label(), elapsed);
      }
      if (group.counts().begun() && group.counts().finished()) {
        ended.putIfAbsent(group.key().label(), elapsed);
      }
    }
  }

  /** Formats {@code dev 2.1s, stage 3.0s}; a group that did not finish is left out. */
  public String summary() {
    List<String> times = new ArrayList<>();
    began.forEach(
        (group, start) -> {
          if (ended.containsKey(group)) {
            times.add(group + " " + seconds(ended.get(group).minus(start)));
          }
        });
    return String.join(", ", times);
  }

  /** Formats {@code 2.1s}. */
  public static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1fs", time.toMillis() / 1000.0);
  }
}
