package io.sluice.tools.config;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Checks addresses of web pages to which something links. */
public final class PageUrlConverter implements ITypeConverter<URI> {
  @Override
  public URI convert(String text) {
    return page(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "it is no address of a page. Write one such as"
                        + " https://temporal.example.com/namespaces/sluice/workflows."));
  }

  /** Returns the address, without a slash at its end; empty if a text is none. */
  public static Optional<URI> page(String text) {
    try {
      URI address = URI.create(text.replaceAll("/+$", ""));
      return Optional.of(address)
          .filter(found -> List.of("http", "https").contains(String.valueOf(found.getScheme())))
          .filter(found -> found.getHost() != null);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
