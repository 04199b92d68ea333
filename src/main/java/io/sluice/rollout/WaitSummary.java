package io.sluice.rollout;

import java.util.List;
import java.util.function.Predicate;

/**
 * Words in a few words what an attempt waits for, where a sentence is too long: in lists.
 *
 * <p>It holds no numbers and no times, so that it changes only when what people wait for does.
 */
public final class WaitSummary {
  public static final String NO_CLUSTER = "No cluster is selected.";

  private WaitSummary() {}

  static String of(Progress progress) {
    return switch (progress.phase()) {
      case DONE -> "";
      case HALTED -> "another version, or a retry";
      case PAUSED -> "resume";
      case PENDING ->
          progress.waitingFor().equals(NO_CLUSTER) ? "clusters" : "settings or placements in order";
      case PROGRESSING ->
          labels(progress, "compliance of ", counts -> counts.progressing() > 0, "the next step");
      case SOAKING -> labels(progress, "soak of ", counts -> counts.soaking() > 0, "the next step");
      case WAITING_FOR_APPROVAL -> approval(progress);
    };
  }

  private static String labels(
      Progress progress, String what, Predicate<Counts> which, String otherwise) {
    return joined(
        what,
        progress.groups().stream()
            .filter(group -> which.test(group.counts()))
            .map(Progress.Group::label)
            .toList(),
        otherwise);
  }

  private static String approval(Progress progress) {
    return joined(
        "approval of ",
        progress.groups().stream()
            .filter(group -> !group.approved() && group.counts().toApply() > 0)
            .map(Progress.Group::label)
            .toList(),
        "approval");
  }

  private static String joined(String what, List<String> labels, String otherwise) {
    return labels.isEmpty() ? otherwise : what + Wording.names(labels);
  }
}
