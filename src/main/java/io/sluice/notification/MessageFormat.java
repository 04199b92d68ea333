package io.sluice.notification;

import java.util.Arrays;
import java.util.Optional;

/** Lists the formats in which receivers are told (between-waves 5). */
public enum MessageFormat {
  CLOUD_EVENTS("CloudEvents"),
  SLACK("Slack"),
  TEAMS("Teams"),
  PAGER_DUTY("PagerDuty");

  private final String label;

  MessageFormat(String label) {
    this.label = label;
  }

  /** Returns how settings call it. */
  public String label() {
    return label;
  }

  /** Returns the format with that label; empty if there is none. */
  public static Optional<MessageFormat> of(String label) {
    return Arrays.stream(values()).filter(format -> format.label.equals(label)).findFirst();
  }
}
