package io.sluice.explain;

import io.sluice.rollout.Action;
import io.sluice.rollout.Wording;
import java.util.List;

/** Formats an action with its reason, as transcripts have it: {@code look at d1: its deadline}. */
public final class ActionText implements Action.Cases<String> {
  private final int most;

  private ActionText(int most) {
    this.most = most;
  }

  /** Names every cluster. */
  public static String whole(Action action) {
    return action.match(new ActionText(Integer.MAX_VALUE));
  }

  /** Names a few clusters, and how many there are more. */
  public static String brief(Action action) {
    return action.match(new ActionText(Wording.MAX_NAMES));
  }

  private String text(String verb, List<String> clusters, Action action) {
    return "%s %s: %s"
        .formatted(verb, Wording.names(clusters, name -> name, most), action.because());
  }

  @Override
  public String dispatch(Action.Dispatch action) {
    return text("dispatch", action.clusters(), action);
  }

  @Override
  public String provide(Action.Provide action) {
    return text("provide", action.clusters(), action);
  }

  @Override
  public String publish(Action.Publish action) {
    return text("write the status, with", action.clusters(), action);
  }

  @Override
  public String takeBack(Action.TakeBack action) {
    return text("take back", action.clusters(), action);
  }

  @Override
  public String look(Action.Look action) {
    return text("look at", action.clusters(), action);
  }

  @Override
  public String close(Action.Close action) {
    return "close: " + action.because();
  }
}
