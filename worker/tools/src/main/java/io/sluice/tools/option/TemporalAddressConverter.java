package io.sluice.tools.option;

import io.sluice.connection.TemporalAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Checks addresses of Temporal. */
public final class TemporalAddressConverter implements ITypeConverter<String> {
  @Override
  public String convert(String address) {
    TemporalAddress.problem(address)
        .ifPresent(
            problem -> {
              throw new TypeConversionException(problem);
            });
    return address;
  }
}
