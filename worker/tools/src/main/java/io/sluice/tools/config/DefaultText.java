package io.sluice.tools.config;

import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/** Splits the description of an option into what it is for, and what holds without it. */
public final class DefaultText {
  private static final String DEFAULT = " Default: ";
  private static final String NONE = "none";

  private DefaultText() {}

  /** Returns what holds where the option is not set: a value, or a phrase. */
  public static String of(OptionSpec option) {
    String text = text(option);
    int begin = text.indexOf(DEFAULT);
    if (begin < 0) {
      return NONE;
    }
    return text.substring(begin + DEFAULT.length())
        .replaceFirst("\\.$", "")
        .replace("${DEFAULT-VALUE}", String.valueOf(option.defaultValue()));
  }

  /** Returns what the option is for. */
  public static String purpose(OptionSpec option) {
    return text(option).split(DEFAULT)[0];
  }

  private static String text(OptionSpec option) {
    return String.join(" ", List.of(option.description()));
  }
}
