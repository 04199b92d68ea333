package io.sluice.demo;

import io.sluice.cli.StatusView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Takes the time of each group: from its first cluster's turn to its last one's end. */
final class GroupTimes {
  private final Map<String, Duration> began = new LinkedHashMap<>();
  private final Map<String, Duration> ended = new LinkedHashMap<>();

  void see(StatusView view, Duration elapsed) {
    for (StatusView.Group group : view.groups()) {
      if (group.tally().begun()) {
        began.putIfAbsent(group.label(), elapsed);
      }
      if (group.tally().begun() && group.tally().finished()) {
        ended.putIfAbsent(group.label(), elapsed);
      }
    }
  }

  /** {@code dev 2.1s, stage 3.0s}; a group that began and did not finish has no time. */
  String words() {
    List<String> words = new ArrayList<>();
    began.forEach(
        (group, start) -> {
          if (ended.containsKey(group)) {
            words.add(group + " " + seconds(ended.get(group).minus(start)));
          }
        });
    return String.join(", ", words);
  }

  static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1fs", time.toMillis() / 1000.0);
  }
}
