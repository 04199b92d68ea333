package io.sluice.placement.spec;

import io.sluice.rollout.strategy.SettingNode;
import java.util.Optional;

/** Reports wrong settings of a Placement, all of which have one reason (placement 7). */
final class Misconfigured {
  static final String REASON = "Misconfigured";

  private Misconfigured() {}

  /** Reports that the value is wrong; {@code wrong} follows the quoted value. */
  static <T> Optional<T> value(SettingNode node, String wrong, String remedy) {
    return node.refuse(REASON, wrong, remedy);
  }

  /** Reports a problem; {@code wrong} follows the path. */
  static <T> Optional<T> field(SettingNode node, String wrong, String remedy) {
    return node.report(REASON, wrong, remedy);
  }

  /** Refuses what is neither absent nor an object. */
  static SettingNode object(SettingNode node) {
    if (node.notAnObject()) {
      value(node, "not an object", "Write its fields below it, or remove it");
    }
    return node;
  }

  /** Refuses what is neither absent nor a list. */
  static SettingNode list(SettingNode node) {
    if (node.notAList()) {
      value(node, "not a list", "Write a list, or remove it");
    }
    return node;
  }

  /** Returns a text, empty if it is absent; anything else is refused. */
  static String text(SettingNode node) {
    return node.absent()
        ? ""
        : node.text()
            .or(() -> value(node, "not a text", "Write it in quotes, or remove it"))
            .orElse("");
  }
}
