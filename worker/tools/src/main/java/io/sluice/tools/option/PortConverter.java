package io.sluice.tools.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts ports of options; 0 stands for any free one. */
public final class PortConverter implements ITypeConverter<Integer> {
  private static final int HIGHEST = 65_535;

  @Override
  public Integer convert(String text) {
    if (text.matches("\\d{1,5}") && Integer.parseInt(text) <= HIGHEST) {
      return Integer.valueOf(text);
    }
    throw new TypeConversionException(
        "it is no port. Write a number from 0 to %d, such as 8080; 0 takes any free one."
            .formatted(HIGHEST));
  }
}
