// <math.h> (C11 7.12). Signs and tests are exact. What else is computed is any number here, and a run that depends on it is none
// of the program for certain.

double umpteen_any_double(const char *function);
float umpteen_any_float(const char *function);
long double umpteen_any_long_double(const char *function);
long umpteen_any_long(const char *function);
long long umpteen_any_long_long(const char *function);

double acos(double x) { return umpteen_any_double("`acos`"); }
float acosf(float x) { return umpteen_any_float("`acosf`"); }
long double acosl(long double x) { return umpteen_any_long_double("`acosl`"); }

double asin(double x) { return umpteen_any_double("`asin`"); }
float asinf(float x) { return umpteen_any_float("`asinf`"); }
long double asinl(long double x) { return umpteen_any_long_double("`asinl`"); }

double atan(double x) { return umpteen_any_double("`atan`"); }
float atanf(float x) { return umpteen_any_float("`atanf`"); }
long double atanl(long double x) { return umpteen_any_long_double("`atanl`"); }

double cos(double x) { return umpteen_any_double("`cos`"); }
float cosf(float x) { return umpteen_any_float("`cosf`"); }
long double cosl(long double x) { return umpteen_any_long_double("`cosl`"); }

double sin(double x) { return umpteen_any_double("`sin`"); }
float sinf(float x) { return umpteen_any_float("`sinf`"); }
long double sinl(long double x) { return umpteen_any_long_double("`sinl`"); }

double tan(double x) { return umpteen_any_double("`tan`"); }
float tanf(float x) { return umpteen_any_float("`tanf`"); }
long double tanl(long double x) { return umpteen_any_long_double("`tanl`"); }

double cosh(double x) { return umpteen_any_double("`cosh`"); }
float coshf(float x) { return umpteen_any_float("`coshf`"); }
long double coshl(long double x) { return umpteen_any_long_double("`coshl`"); }

double sinh(double x) { return umpteen_any_double("`sinh`"); }
float sinhf(float x) { return umpteen_any_float("`sinhf`"); }
long double sinhl(long double x) { return umpteen_any_long_double("`sinhl`"); }

double tanh(double x) { return umpteen_any_double("`tanh`"); }
float tanhf(float x) { return umpteen_any_float("`tanhf`"); }
long double tanhl(long double x) { return umpteen_any_long_double("`tanhl`"); }

double acosh(double x) { return umpteen_any_double("`acosh`"); }
float acoshf(float x) { return umpteen_any_float("`acoshf`"); }
long double acoshl(long double x) { return umpteen_any_long_double("`acoshl`"); }

double asinh(double x) { return umpteen_any_double("`asinh`"); }
float asinhf(float x) { return umpteen_any_float("`asinhf`"); }
long double asinhl(long double x) { return umpteen_any_long_double("`asinhl`"); }

double atanh(double x) { return umpteen_any_double("`atanh`"); }
float atanhf(float x) { return umpteen_any_float("`atanhf`"); }
long double atanhl(long double x) { return umpteen_any_long_double("`atanhl`"); }

double exp(double x) { return umpteen_any_double("`exp`"); }
float expf(float x) { return umpteen_any_float("`expf`"); }
long double expl(long double x) { return umpteen_any_long_double("`expl`"); }

double exp2(double x) { return umpteen_any_double("`exp2`"); }
float exp2f(float x) { return umpteen_any_float("`exp2f`"); }
long double exp2l(long double x) { return umpteen_any_long_double("`exp2l`"); }

double expm1(double x) { return umpteen_any_double("`expm1`"); }
float expm1f(float x) { return umpteen_any_float("`expm1f`"); }
long double expm1l(long double x) { return umpteen_any_long_double("`expm1l`"); }

double log(double x) { return umpteen_any_double("`log`"); }
float logf(float x) { return umpteen_any_float("`logf`"); }
long double logl(long double x) { return umpteen_any_long_double("`logl`"); }

double log10(double x) { return umpteen_any_double("`log10`"); }
float log10f(float x) { return umpteen_any_float("`log10f`"); }
long double log10l(long double x) { return umpteen_any_long_double("`log10l`"); }

double log2(double x) { return umpteen_any_double("`log2`"); }
float log2f(float x) { return umpteen_any_float("`log2f`"); }
long double log2l(long double x) { return umpteen_any_long_double("`log2l`"); }

double log1p(double x) { return umpteen_any_double("`log1p`"); }
float log1pf(float x) { return umpteen_any_float("`log1pf`"); }
long double log1pl(long double x) { return umpteen_any_long_double("`log1pl`"); }

double logb(double x) { return umpteen_any_double("`logb`"); }
float logbf(float x) { return umpteen_any_float("`logbf`"); }
long double logbl(long double x) { return umpteen_any_long_double("`logbl`"); }

double sqrt(double x) { return umpteen_any_double("`sqrt`"); }
float sqrtf(float x) { return umpteen_any_float("`sqrtf`"); }
long double sqrtl(long double x) { return umpteen_any_long_double("`sqrtl`"); }

double cbrt(double x) { return umpteen_any_double("`cbrt`"); }
float cbrtf(float x) { return umpteen_any_float("`cbrtf`"); }
long double cbrtl(long double x) { return umpteen_any_long_double("`cbrtl`"); }

double ceil(double x) { return umpteen_any_double("`ceil`"); }
float ceilf(float x) { return umpteen_any_float("`ceilf`"); }
long double ceill(long double x) { return umpteen_any_long_double("`ceill`"); }

double floor(double x) { return umpteen_any_double("`floor`"); }
float floorf(float x) { return umpteen_any_float("`floorf`"); }
long double floorl(long double x) { return umpteen_any_long_double("`floorl`"); }

double trunc(double x) { return umpteen_any_double("`trunc`"); }
float truncf(float x) { return umpteen_any_float("`truncf`"); }
long double truncl(long double x) { return umpteen_any_long_double("`truncl`"); }

double round(double x) { return umpteen_any_double("`round`"); }
float roundf(float x) { return umpteen_any_float("`roundf`"); }
long double roundl(long double x) { return umpteen_any_long_double("`roundl`"); }

double rint(double x) { return umpteen_any_double("`rint`"); }
float rintf(float x) { return umpteen_any_float("`rintf`"); }
long double rintl(long double x) { return umpteen_any_long_double("`rintl`"); }

double nearbyint(double x) { return umpteen_any_double("`nearbyint`"); }
float nearbyintf(float x) { return umpteen_any_float("`nearbyintf`"); }
long double nearbyintl(long double x) { return umpteen_any_long_double("`nearbyintl`"); }

double erf(double x) { return umpteen_any_double("`erf`"); }
float erff(float x) { return umpteen_any_float("`erff`"); }
long double erfl(long double x) { return umpteen_any_long_double("`erfl`"); }

double erfc(double x) { return umpteen_any_double("`erfc`"); }
float erfcf(float x) { return umpteen_any_float("`erfcf`"); }
long double erfcl(long double x) { return umpteen_any_long_double("`erfcl`"); }

double tgamma(double x) { return umpteen_any_double("`tgamma`"); }
float tgammaf(float x) { return umpteen_any_float("`tgammaf`"); }
long double tgammal(long double x) { return umpteen_any_long_double("`tgammal`"); }

double lgamma(double x) { return umpteen_any_double("`lgamma`"); }
float lgammaf(float x) { return umpteen_any_float("`lgammaf`"); }
long double lgammal(long double x) { return umpteen_any_long_double("`lgammal`"); }

double pow(double x, double y) { return umpteen_any_double("`pow`"); }
float powf(float x, float y) { return umpteen_any_float("`powf`"); }
long double powl(long double x, long double y) { return umpteen_any_long_double("`powl`"); }

double atan2(double x, double y) { return umpteen_any_double("`atan2`"); }
float atan2f(float x, float y) { return umpteen_any_float("`atan2f`"); }
long double atan2l(long double x, long double y) { return umpteen_any_long_double("`atan2l`"); }

double fmod(double x, double y) { return umpteen_any_double("`fmod`"); }
float fmodf(float x, float y) { return umpteen_any_float("`fmodf`"); }
long double fmodl(long double x, long double y) { return umpteen_any_long_double("`fmodl`"); }

double hypot(double x, double y) { return umpteen_any_double("`hypot`"); }
float hypotf(float x, float y) { return umpteen_any_float("`hypotf`"); }
long double hypotl(long double x, long double y) { return umpteen_any_long_double("`hypotl`"); }

double fmin(double x, double y) { return umpteen_any_double("`fmin`"); }
float fminf(float x, float y) { return umpteen_any_float("`fminf`"); }
long double fminl(long double x, long double y) { return umpteen_any_long_double("`fminl`"); }

double fmax(double x, double y) { return umpteen_any_double("`fmax`"); }
float fmaxf(float x, float y) { return umpteen_any_float("`fmaxf`"); }
long double fmaxl(long double x, long double y) { return umpteen_any_long_double("`fmaxl`"); }

double fdim(double x, double y) { return umpteen_any_double("`fdim`"); }
float fdimf(float x, float y) { return umpteen_any_float("`fdimf`"); }
long double fdiml(long double x, long double y) { return umpteen_any_long_double("`fdiml`"); }

double remainder(double x, double y) { return umpteen_any_double("`remainder`"); }
float remainderf(float x, float y) { return umpteen_any_float("`remainderf`"); }
long double remainderl(long double x, long double y) { return umpteen_any_long_double("`remainderl`"); }

double nextafter(double x, double y) { return umpteen_any_double("`nextafter`"); }
float nextafterf(float x, float y) { return umpteen_any_float("`nextafterf`"); }
long double nextafterl(long double x, long double y) { return umpteen_any_long_double("`nextafterl`"); }

double fma(double x, double y, double z) { return umpteen_any_double("`fma`"); }
float fmaf(float x, float y, float z) { return umpteen_any_float("`fmaf`"); }
long double fmal(long double x, long double y, long double z) { return umpteen_any_long_double("`fmal`"); }

double ldexp(double x, int y) { return umpteen_any_double("`ldexp`"); }
float ldexpf(float x, int y) { return umpteen_any_float("`ldexpf`"); }
long double ldexpl(long double x, int y) { return umpteen_any_long_double("`ldexpl`"); }

double scalbn(double x, int y) { return umpteen_any_double("`scalbn`"); }
float scalbnf(float x, int y) { return umpteen_any_float("`scalbnf`"); }
long double scalbnl(long double x, int y) { return umpteen_any_long_double("`scalbnl`"); }

double scalbln(double x, long y) { return umpteen_any_double("`scalbln`"); }
float scalblnf(float x, long y) { return umpteen_any_float("`scalblnf`"); }
long double scalblnl(long double x, long y) { return umpteen_any_long_double("`scalblnl`"); }

long lround(double x) { return umpteen_any_long("`lround`"); }
long lroundf(float x) { return umpteen_any_long("`lroundf`"); }
long lroundl(long double x) { return umpteen_any_long("`lroundl`"); }

long lrint(double x) { return umpteen_any_long("`lrint`"); }
long lrintf(float x) { return umpteen_any_long("`lrintf`"); }
long lrintl(long double x) { return umpteen_any_long("`lrintl`"); }

long long llround(double x) { return umpteen_any_long_long("`llround`"); }
long long llroundf(float x) { return umpteen_any_long_long("`llroundf`"); }
long long llroundl(long double x) { return umpteen_any_long_long("`llroundl`"); }

long long llrint(double x) { return umpteen_any_long_long("`llrint`"); }
long long llrintf(float x) { return umpteen_any_long_long("`llrintf`"); }
long long llrintl(long double x) { return umpteen_any_long_long("`llrintl`"); }

int ilogb(double x) { return umpteen_any_long("`ilogb`"); }
int ilogbf(float x) { return umpteen_any_long("`ilogbf`"); }
int ilogbl(long double x) { return umpteen_any_long("`ilogbl`"); }

double frexp(double x, int *exponent)
{
    *exponent = umpteen_any_long("`frexp`");
    return umpteen_any_double("`frexp`");
}

double modf(double x, double *whole)
{
    *whole = umpteen_any_double("`modf`");
    return umpteen_any_double("`modf`");
}

void sincos(double x, double *sine, double *cosine)
{
    *sine = umpteen_any_double("`sincos`");
    *cosine = umpteen_any_double("`sincos`");
}

float frexpf(float x, int *exponent)
{
    *exponent = umpteen_any_long("`frexpf`");
    return umpteen_any_float("`frexpf`");
}

float modff(float x, float *whole)
{
    *whole = umpteen_any_float("`modff`");
    return umpteen_any_float("`modff`");
}

void sincosf(float x, float *sine, float *cosine)
{
    *sine = umpteen_any_float("`sincosf`");
    *cosine = umpteen_any_float("`sincosf`");
}

long double frexpl(long double x, int *exponent)
{
    *exponent = umpteen_any_long("`frexpl`");
    return umpteen_any_long_double("`frexpl`");
}

long double modfl(long double x, long double *whole)
{
    *whole = umpteen_any_long_double("`modfl`");
    return umpteen_any_long_double("`modfl`");
}

void sincosl(long double x, long double *sine, long double *cosine)
{
    *sine = umpteen_any_long_double("`sincosl`");
    *cosine = umpteen_any_long_double("`sincosl`");
}

double fabs(double x) { return __builtin_fabs(x); }
float fabsf(float x) { return __builtin_fabsf(x); }
long double fabsl(long double x) { return __builtin_fabsl(x); }

double copysign(double x, double y) { return __builtin_copysign(x, y); }
float copysignf(float x, float y) { return __builtin_copysignf(x, y); }
long double copysignl(long double x, long double y) { return __builtin_copysignl(x, y); }

int isnan(double x) { return __builtin_isnan(x); }
int isnanf(float x) { return __builtin_isnan(x); }
int isnanl(long double x) { return __builtin_isnan(x); }
int isinf(double x) { return __builtin_isinf_sign(x); }
int isinff(float x) { return __builtin_isinf_sign(x); }
int isinfl(long double x) { return __builtin_isinf_sign(x); }
int finite(double x) { return __builtin_isfinite(x); }
int finitef(float x) { return __builtin_isfinite(x); }
int finitel(long double x) { return __builtin_isfinite(x); }
