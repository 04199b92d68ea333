package io.sluice.tools.config;

import io.sluice.hub.http.AllowedAddresses;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Holds the option that says what checks may ask over HTTP, and where notices may go. */
public final class CheckOptions {
  @Option(
      names = "--check-addresses",
      descriptionKey = "checkAddresses",
      paramLabel = "URL",
      split = ",",
      converter = PrefixConverter.class,
      description =
          "What checks may ask over HTTP, and where notifications may go: beginnings of URLs, such"
              + " as https://prometheus.example.com. Default: none.")
  private List<String> addresses;

  /** Returns the setting. */
  public AllowedAddresses addresses() {
    return Optional.ofNullable(addresses).map(AllowedAddresses::new).orElse(AllowedAddresses.NONE);
  }

  /** Converts beginnings of URLs. */
  static final class PrefixConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      AllowedAddresses.problem(text)
          .ifPresent(
              why -> {
                throw new TypeConversionException(
                    why
                        + ". Write beginnings of URLs such as https://prometheus.example.com, with"
                        + " commas between.");
              });
      return text;
    }
  }
}
