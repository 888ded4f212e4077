package dev.ose.s3.checksum;

/**
 * The CRC of two byte strings put together, from the CRC of each: appending n bytes multiplies the first CRC by
 * x<sup>8n</sup> modulo the generator polynomial. All values are reflected, as the CRCs are.
 */
final class CrcCombination {

    private final long polynomial;
    private final long one;

    CrcCombination(ChecksumAlgorithm algorithm) {
        this.polynomial = algorithm.polynomial();
        this.one = 1L << (8 * algorithm.lengthBytes() - 1);
    }

    long combine(long first, long second, long secondLengthBytes) {
        return multiply(powerOfX(8 * secondLengthBytes), first) ^ second;
    }

    private long powerOfX(long exponent) {
        long result = one;
        long square = one >>> 1;
        for (long rest = exponent; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                result = multiply(square, result);
            }
            square = multiply(square, square);
        }
        return result;
    }

    private long multiply(long left, long right) {
        long product = 0;
        long shifted = right;
        for (long bit = one; bit != 0; bit >>>= 1) {
            if ((left & bit) != 0) {
                product ^= shifted;
            }
            shifted = (shifted & 1) == 0 ? shifted >>> 1 : (shifted >>> 1) ^ polynomial;
        }
        return product;
    }
}
