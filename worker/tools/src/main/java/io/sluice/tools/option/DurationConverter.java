package io.sluice.tools.option;

import io.sluice.rollout.strategy.ScalarReader;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts durations of options, which are written as in a strategy: {@code 1h30m}. */
public final class DurationConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    return ScalarReader.duration(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "it is no duration. Write one such as 90s, 10m or 1h30m."));
  }
}
