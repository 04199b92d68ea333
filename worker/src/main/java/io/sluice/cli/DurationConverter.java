package io.sluice.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations as strategies write them: {@code 90s}, {@code 10m}, {@code 1h30m}. */
public final class DurationConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    try {
      if (text.matches("(\\d{1,6}h)?(\\d{1,6}m)?(\\d{1,6}s)?") && !text.isEmpty()) {
        return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
      }
    } catch (DateTimeParseException e) {
      throw notOne(text);
    }
    throw notOne(text);
  }

  private static TypeConversionException notOne(String text) {
    return new TypeConversionException(
        "\"%s\" is no duration. Write one such as 90s, 10m or 1h30m.".formatted(text));
  }
}
