package io.sluice.tools.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Checks origins of web pages: scheme, host and port, as browsers send them. */
public final class OriginConverter implements ITypeConverter<String> {
  @Override
  public String convert(String text) {
    if (text.matches("https?://[a-z0-9.\\[\\]:-]+")) {
      return text;
    }
    throw new TypeConversionException(
        "it is no origin. Write scheme, host and port as in the browser's address, without a path,"
            + " such as https://temporal.example.com.");
  }
}
