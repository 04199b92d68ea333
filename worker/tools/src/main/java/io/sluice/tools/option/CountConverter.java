package io.sluice.tools.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts options that count something: whole numbers from zero. */
public final class CountConverter implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    if (text.matches("\\d{1,9}")) {
      return Integer.valueOf(text);
    }
    throw new TypeConversionException("it is no count. Write a whole number such as 0 or 2.");
  }
}
