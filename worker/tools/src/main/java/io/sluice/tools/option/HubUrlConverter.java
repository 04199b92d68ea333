package io.sluice.tools.option;

import io.sluice.connection.TemporalAddress;
import java.net.URI;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Checks addresses of hubs. */
public final class HubUrlConverter implements ITypeConverter<String> {
  private static final String EXAMPLE = "Write it as http://127.0.0.1:16443.";

  @Override
  public String convert(String url) {
    if (!url.matches("https?://[^/\\s]+.*")) {
      throw new TypeConversionException("it is no address. " + EXAMPLE);
    }
    URI address;
    try {
      address = URI.create(url);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage() + ". " + EXAMPLE);
    }
    if (address.getHost() == null) {
      throw new TypeConversionException("it has no host, or a port that is no number. " + EXAMPLE);
    }
    if (address.getPort() != -1 && !TemporalAddress.port(address.getPort())) {
      throw new TypeConversionException(
          "port %d is not from 1 to 65535. %s".formatted(address.getPort(), EXAMPLE));
    }
    return url;
  }
}
