package dev.ose.cli;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses sizes such as 500, 10GB, 1.5TiB. */
final class Size implements ITypeConverter<Long> {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,3})?) ?(?:([kmgtp])(i?))?b?");
    private static final String PREFIXES = "kmgtp";

    @Override
    public Long convert(String text) {
        Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            throw wrong(text);
        }
        int power = form.group(2) == null ? 0 : PREFIXES.indexOf(form.group(2)) + 1;
        BigInteger unit =
                BigInteger.valueOf("i".equals(form.group(3)) ? 1024 : 1000).pow(power);
        try {
            return new BigDecimal(form.group(1)).multiply(new BigDecimal(unit)).longValueExact();
        } catch (ArithmeticException notWhole) {
            throw wrong(text);
        }
    }

    private static TypeConversionException wrong(String text) {
        return new TypeConversionException("'" + text + "' is not a size such as 500, 10GB or 1.5TiB");
    }
}
